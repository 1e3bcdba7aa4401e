"""The style sheet of the town's flood page, and the script that fills its table of closed roads."""

CSS = """\
body{margin:0;font:16px/1.45 "Source Sans 3",Arial,sans-serif;color:#222;background:#f4f5f7}a{color:#1a5a96}
.haut{background:TETE;color:#fff;padding:14px 30px;display:flex;justify-content:space-between}.haut b{\
font-size:24px}
nav{background:#fff;border-bottom:1px solid #ccc;padding:8px 30px}nav a{margin-right:22px;text-decoration:none}
.corps{display:grid;grid-template-columns:COLS;gap:26px;max-width:1160px;margin:18px auto}.corps>main{\
order:ORDRE}
section,.bloc{background:#fff;border:1px solid #dde;padding:12px 18px;margin-bottom:16px}h2{\
margin:.2em 0 .5em;font-size:22px}h3{margin:.3em 0;font-size:17px}
.vigi{border-left:14px solid #888}.vigi-jaune{border-color:#f2c500;background:#fffbe2}.vigi-orange{\
border-color:#ee7d00;background:#fff1e0}.vigi-rouge{border-color:#c8102e;background:#fde6e8}
.sects{list-style:none;padding:0;display:grid;grid-template-columns:1fr 1fr;gap:10px}.sect{\
border:1px solid #ccc;border-top:6px solid #aaa;padding:6px 12px}.sect p{margin:4px 0}
.etat1{border-top-color:#f0c428}.etat2{border-top-color:#cc2028;background:#fff3f3}.etat3{\
border-top-color:#46a05a}.hab,.meta,small{color:#666;font-size:13px}
.tab{border-collapse:collapse;width:100%}.tab th,.tab td{border-bottom:1px solid #e2e2e8;padding:5px 7px;\
text-align:left;font-size:15px;vertical-align:top}
.serv{display:flex;border-bottom:1px dotted #ccc}.serv dt{width:270px;font-weight:600}.serv dd{margin:0}\
.pertu dd{color:#a01020}.ferm td:first-child{font-weight:600}
.bloc ul{padding-left:18px}.tel{font-size:22px;margin:0}iframe{border:0;margin-bottom:16px}.bas{\
background:#2b3440;color:#ccd;padding:20px 30px;font-size:14px}#ck{position:fixed;bottom:0;left:0;right:0;\
background:#fff;border-top:3px solid #1a5a96;padding:10px 30px}
"""
SCRIPT = """\
(function(){var d=JSON.parse(document.getElementById('voies').textContent),b=document.getElementById('vb');
d.forEach(function(v){var t=document.createElement('tr');t.className=v.etat==='fermée'?'ferm':'alt';
[v.nom+' ('+v.quartier+')',v.etat+(v.etat==='fermée'?' : '+v.motif:' par feux'),v.dev,\
'depuis le '+v.le+' ('+v.age+')'].forEach(function(x){var c=document.createElement('td');c.textContent=x;\
t.appendChild(c)});b.appendChild(t)});
if(!d.length){b.innerHTML='<tr><td colspan=4>Aucune restriction en cours.</td></tr>'}
var h=document.getElementById('horloge');h.textContent=h.dataset.m})();"""
