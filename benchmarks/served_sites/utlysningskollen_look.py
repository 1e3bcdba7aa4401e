"""The agency page's style sheet, and its two web components: the status badge and the time left."""

CSS = """
:root{--blue:#00547a;--sand:#f5f1e8}*{box-sizing:border-box}
body{margin:0;font:16px/1.5 'Open Sans',Verdana,sans-serif;color:#222;background:#fff}a{color:var(--blue)}
.head{background:var(--blue);color:#fff}.head__in,.main,.foot{max-width:1160px;margin:0 auto;padding:0 16px}
.head__in{display:flex;justify-content:space-between;align-items:center;height:84px}\
.head a{color:#fff;margin-left:18px}
.brand{font-size:24px;font-weight:700}.crumb{font-size:13px;color:#555;margin:12px 0}\
.u-muted{color:#6a6a6a;font-size:13px}
.notice{background:#fff3cd;border-left:6px solid #f0c440;padding:10px 16px;margin:12px 0}
h1{font-size:34px;margin:8px 0}.intro{font-size:18px;max-width:760px}\
.next{background:var(--sand);padding:10px 14px}
.filter{display:flex;gap:12px;background:#eef5f7;padding:14px;margin:14px 0}\
.filter select,.filter input{padding:6px}
.sum{display:flex;gap:14px;margin:14px 0;padding:0;list-style:none}\
.sum li{flex:1;border:1px solid #cbd9de;padding:10px;text-align:center}
.sum b{display:block;font-size:24px;color:var(--blue)}\
.focus{display:grid;grid-template-columns:repeat(3,1fr);gap:14px;margin:16px 0}
.focus__card{border:1px solid #cbd9de;text-decoration:none}\
.focus__card img{width:100%;height:120px;object-fit:cover;display:block}
.focus__card strong,.focus__card span{display:block;padding:4px 10px}.area{margin:30px 0}\
.area h2{font-size:23px;margin:0}
table.calls{width:100%;border-collapse:collapse;font-size:15px;margin-top:8px}\
.calls th{background:var(--blue);color:#fff;text-align:left;padding:8px}
.calls td{padding:8px;border-bottom:1px solid #d5dde0;vertical-align:top}\
.calls tr:nth-child(even) td{background:#f7fafb}
.calls__name{width:38%}.calls__name p{margin:3px 0}\
.is-withdrawn .calls__name a{text-decoration:line-through}
.cols{display:grid;grid-template-columns:1fr 1fr;gap:20px}.box{background:var(--sand);padding:14px 18px}\
.box h2{font-size:18px;margin:0 0 6px}
.box ul{margin:0;padding-left:18px}.box--partner{background:#eef5f7}.partner__from{font-weight:700}\
.tip{font-style:italic}
.stat{display:grid;grid-template-columns:auto auto;margin:0}\
.stat dd{margin:0;text-align:right;font-weight:700}
.foot{border-top:4px solid var(--blue);margin-top:30px;padding-top:14px;font-size:14px}
.cookie{position:fixed;right:20px;bottom:20px;width:360px;background:#fff;border:2px solid var(--blue);\
padding:14px;z-index:5}
"""
SCRIPT = """
class OvStatus extends HTMLElement{connectedCallback(){const t=this.getAttribute('typ');
const d={oppen:['Öppen','#2e7d32'],ny:['Ny','#1565c0'],andrad:['Ändrad','#6a1b9a'],\
snart:['Stänger snart','#c25e00'],
aterkallad:['Återkallad','#b00020'],stangd:['Stängd','#616161']}[t];\
const r=this.attachShadow({mode:'open'});
r.innerHTML='<style>span{color:#fff;border-radius:12px;padding:2px 10px;font-size:13px;white-space:nowrap;\
background:'+d[1]+'}</style><span>'+d[0]+'</span>';}}
class OvKvar extends HTMLElement{connectedCallback(){const h=+this.getAttribute('timmar');\
const r=this.attachShadow({mode:'open'});
const s=h<48?h+' timmar kvar':Math.floor(h/24)+' dagar kvar';
r.innerHTML='<style>b{font-weight:'+(h<168?700:400)+';color:'+(h<168?'#c25e00':'#444')+'}\
div{height:4px;background:#dde6e9;margin-top:4px}'
+'i{display:block;height:4px;background:#00547a;width:'+Math.min(100,h/14.4)+'%}</style>\
<b>'+s+'</b><div><i></i></div>';}}
customElements.define('ov-status',OvStatus);customElements.define('ov-kvar',OvKvar);
"""
