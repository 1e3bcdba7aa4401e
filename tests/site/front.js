const clock = document.getElementById('clock');
const show = () => { clock.textContent = new Date().toISOString(); };
show();
setInterval(show, 1000);
