"""How the municipality's page looks, and its script."""

CSS = """
:root{--nk-blaa:#143e5c;--nk-hav:#2f7f93;--nk-sand:#f4efe6;--nk-roed:#b3261e;--nk-gul:#e0a100;
--nk-groen:#2e7d4f}
*{box-sizing:border-box}body{margin:0;font:17px/1.5 "Source Sans Pro",
"Liberation Sans",Arial,sans-serif;color:#1c2328}
a{color:var(--nk-blaa)}.wrap{width:1160px;margin:0 auto}
.cookie-info{background:#fff;border-bottom:4px solid var(--nk-hav);padding:22px 0}.cookie-info h2{margin:0 0
6px}
.cookie-info .knapper button{font:inherit;padding:8px 22px;margin:8px 8px 0 0;border:2px solid var(--nk-blaa);
background:#fff}.cookie-info .knapper .ja{background:var(--nk-blaa);color:#fff}
.brugerundersoegelse{background:#fdf3cf;padding:10px 0;font-size:15px}
.varsel{background:var(--nk-roed);color:#fff;padding:14px 0}.varsel a{color:#fff}.varsel
strong{font-size:20px}
.top-linje{background:var(--nk-blaa);color:#dbe6ec;font-size:14px}.top-linje
.wrap{display:flex;gap:26px;padding:7px 0}
.top-linje .sp{flex:1}.hoved .wrap{display:flex;align-items:center;gap:20px;padding:18px 0}.hoved
img{height:64px}
.hoved .navn{font:700 28px Georgia,"Liberation Serif",serif;color:var(--nk-blaa)}
.hoved nav{margin-left:auto}.hoved nav a{margin-left:24px;text-decoration:none;font-weight:600}
.hero{position:relative;height:330px;overflow:hidden}.hero>img{width:100%;height:330px;object-fit:cover;
display:block}
.hero__boks{position:absolute;left:calc(50% - 580px);bottom:26px;width:560px;background:#fff;padding:22px
26px}
.hero__boks form{display:flex}.hero__boks input{flex:1;font:inherit;padding:10px;border:2px solid
var(--nk-blaa)}
.hero__boks button{background:var(--nk-blaa);color:#fff;border:0;padding:0 22px;font:inherit}
.soegte{font-size:14px;margin-top:10px}.soegte a{display:inline-block;background:var(--nk-sand);padding:1px
9px;
border-radius:12px;margin:2px;text-decoration:none}.hero__kamp{position:absolute;right:0;top:30px;
background:var(--nk-hav);
color:#fff;padding:12px 24px;max-width:360px}.hero__kamp a{color:#fff}
.modul{padding:30px 0}.modul--sand{background:var(--nk-sand)}.modul h2{font:700 27px Georgia,
"Liberation Serif",serif;
margin:0 0 16px;color:var(--nk-blaa)}
.genveje{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;list-style:none;padding:0;margin:0}
.genveje a{display:block;background:#fff;border-left:5px solid
var(--nk-hav);padding:14px;text-decoration:none;
font-weight:600}.genveje--flise{grid-template-columns:repeat(8,1fr)}.genveje--flise
a{border:0;background:var(--nk-hav);
color:#fff;font-size:14px;height:96px}
.nyt{display:grid;grid-template-columns:2fr 1fr 1fr;gap:22px}.nyt article{background:#fff;border:1px solid
#d9dfe2}
.nyt article img{width:100%;height:150px;object-fit:cover;display:block}.nyt article.stor{grid-row:span 2}
.nyt article.stor img{height:340px}.nyt .ind{padding:12px 16px}.nyt h3{margin:4px
0;font-size:19px;line-height:1.25}
.nyt .stor h3{font-size:30px}.nyt p{margin:4px 0}.maerke{font-size:13px;color:#566;text-transform:uppercase}
.to{display:grid;grid-template-columns:2fr
1fr;gap:34px}.tre{display:grid;grid-template-columns:repeat(3,1fr);gap:28px}
table.vej{width:100%;border-collapse:collapse;font-size:15px}table.vej td,table.vej th{border-bottom:1px
solid #cfd6d9;
padding:8px;text-align:left;vertical-align:top}.prik{display:inline-block;width:13px;height:13px;
border-radius:50%}
.prik.roed{background:var(--nk-roed)}.prik.gul{background:var(--nk-gul)}
.prik.groen{background:var(--nk-groen)}
.drift{list-style:none;padding:0;margin:0}.drift li{padding:9px 0;border-bottom:1px solid
#ccd}.liste{padding:0;margin:0;
list-style:none}.liste li{padding:10px 0;border-bottom:1px solid #d9dfe2}.liste
small{display:block;color:#566}
.vejrboks{background:var(--nk-blaa);color:#fff;padding:18px 22px}.vejrboks b{font-size:38px}.vejrboks
a{color:#fff}
.some{display:grid;grid-template-columns:repeat(3,1fr);gap:18px}.some
div{background:#fff;padding:14px;border-radius:6px}
.some img{width:100%;height:180px;object-fit:cover}.insta{display:grid;grid-template-columns:repeat(4,1fr);
gap:6px;
margin-top:18px}.insta img{width:100%;height:200px;object-fit:cover;display:block}
footer{background:var(--nk-blaa);color:#dbe6ec;padding:30px 0;font-size:15px}footer a{color:#fff}
footer .wrap{display:grid;grid-template-columns:repeat(4,1fr);gap:20px}.nedtael{color:#8a5a00}
""".strip()
JS = """(function(){var d=window.nkLive||{},n=document.querySelectorAll('[data-live]');
for(var i=0;i<n.length;i++){var k=n[i].getAttribute('data-live');if(d[k]!==undefined)n[i].textContent=d[k];}
var f=document.querySelector('.feedback');if(f)f.hidden=false;})();"""
