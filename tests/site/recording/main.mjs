import { part } from '/recording/part.mjs';
const later = await import('/recording/later.mjs');
document.body.dataset.parts = part + later.part;
