"""How the university's page looks: its style sheet, the script of its counters, its coat of arms."""

STYLE = """\
body{margin:0;font:15px/1.5 "Liberation Sans",Arial,sans-serif;color:#1f2430;background:#fff}\
a{color:#7b1338;text-decoration:none}
.tb{background:#22262f;color:#ccd;font-size:12px;padding:5px 50px;display:flex;gap:24px}\
.tb span:last-child{margin-left:auto}
.cab{position:sticky;top:0;background:#fff;display:flex;align-items:center;padding:12px 50px;\
border-bottom:1px solid #ddd;z-index:5}\
.cab img{height:54px;margin-right:16px}\
.cab em{font:italic 25px Georgia,serif;color:#7b1338}\
.cab nav{margin-left:auto}\
.cab nav a{margin-left:22px;font-weight:bold;font-size:14px}
.camp{background:linear-gradient(90deg,#f6b042,#e5602f);color:#fff;display:flex;align-items:center;\
justify-content:center;font-size:26px;font-weight:bold}
.car{position:relative;height:460px;background-size:cover;background-position:center}\
.car div{position:absolute;left:70px;bottom:60px;background:#7b1338e0;color:#fff;padding:20px 34px;\
max-width:620px}\
.car h2{margin:0 0 6px;font-size:36px}\
.pt{text-align:center;padding:8px}\
.pt i{display:inline-block;width:11px;height:11px;border-radius:6px;background:#ccc;margin:0 4px}\
.pt i.s{background:#7b1338}
.cn{display:grid;grid-template-columns:repeat(5,1fr);background:#143a52;color:#fff;text-align:center;\
padding:26px 50px}\
.g3{display:grid;grid-template-columns:repeat(4,1fr);gap:14px;padding:24px 50px}\
.g3 figure{margin:0;font-size:13px}\
.g3 img{width:100%;height:170px;object-fit:cover;display:block}
.dos{display:grid;grid-template-columns:790px 350px;gap:40px;padding:20px 50px}\
.dos h3{font:bold 22px Georgia,serif;border-bottom:3px solid #7b1338;padding-bottom:6px;margin:14px 0}
dl.ofi dt{font-weight:bold;margin-top:14px}\
dl.ofi dt time{background:#7b1338;color:#fff;font-size:12px;padding:2px 8px;margin-right:8px}\
dl.ofi dd{margin:4px 0 0 0;color:#444}\
dl.ofi small{color:#999}
.plz{width:100%;border-collapse:collapse;font-size:14px}\
.plz th{background:#143a52;color:#fff;text-align:left}\
.plz td,.plz th{padding:6px 10px;border-bottom:1px solid #dde}\
.e{border-radius:9px;padding:1px 9px;background:#eee;font-size:12px}
.lat section{background:#f4f2ee;padding:8px 18px 14px;margin-bottom:18px;font-size:14px}\
.mu{background:#eef3f6;padding:20px 50px;column-count:3;column-gap:24px}\
.mu p{break-inside:avoid;background:#fff;margin:0 0 14px;padding:12px 16px;border-radius:8px;font-size:14px}
.pie{background:#22262f;color:#bbc;padding:34px 50px;display:grid;grid-template-columns:repeat(4,1fr);\
font-size:13px}\
.gal{position:fixed;bottom:0;left:0;width:100%;background:#fffbe8;border-top:2px solid #e5602f;\
padding:14px 50px;font-size:13px;z-index:8}\
.chat{position:fixed;right:24px;bottom:90px;background:#143a52;color:#fff;padding:16px 20px;\
border-radius:16px 16px 0 16px;width:240px;z-index:7}
"""
SCRIPT = """\
class C extends HTMLElement{connectedCallback(){
 const s=this.attachShadow({mode:'open'});
 s.innerHTML='<style>b{display:block;font:bold 42px Georgia,serif;color:#f6b042}span{font-size:14px}</style>\
<b></b><span></span>';
 s.querySelector('b').textContent=(+this.getAttribute('valor')).toLocaleString('es-ES');
 s.querySelector('span').textContent=this.getAttribute('rotulo');
}}
customElements.define('ua-contador',C);
"""
CREST = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 48" width="40" height="48">\
<path d="M2 2h36v24q0 14-18 20Q2 40 2 26z" fill="#7b1338"/>\
<path d="M8 28q6-6 12 0t12 0" stroke="#f6b042" stroke-width="3" fill="none"/>\
<path d="M18 8h4v16h-4z" fill="#fff"/>\
</svg>"""
