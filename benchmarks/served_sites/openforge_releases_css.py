"""The house style sheet and the little script."""

CSS = """:root{--ink:#1d2433;--accent:#b3471d;--link:#1a5c8f;--line:#dfe3ea;--soft:#f5f6f9}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 "Liberation Sans",Arial,sans-serif;color:var(--ink);background:#fff}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
h2{font-size:19px;margin:0 0 12px;padding-bottom:6px;border-bottom:3px solid var(--accent)}
h3{font-size:16px;margin:6px 0 4px;line-height:1.3}p{margin:0 0 8px}
.wrap{width:1200px;margin:0 auto}
.fundbar{background:#fff3c9;border-bottom:1px solid #e5cf7d;padding:14px 0}
.fundbar progress{width:100%;height:14px}
.consent{background:#1d2433;color:#fff;padding:18px 40px}.consent a{color:#ffd27a;margin-right:20px}
.notice{background:#a31515;color:#fff;padding:10px 0;font-weight:bold}
.mast{display:flex;align-items:center;justify-content:space-between;padding:18px 0}
.mast__name{font-size:30px;font-weight:bold;letter-spacing:-1px;color:var(--ink)}
.mast__name b{color:var(--accent)}
.mast__meta{font-size:12px;color:#667;text-align:right}
.nav{background:var(--ink)}.nav ul{list-style:none;margin:0;padding:0;display:flex}
.nav a{display:block;color:#fff;padding:10px 18px;font-size:14px}
.hero{display:grid;grid-template-columns:640px 1fr;gap:28px;margin:22px auto;background:var(--soft)}
.hero--flip{grid-template-columns:1fr 640px}.hero--flip .hero__pic{order:2}
.hero__pic img{display:block;width:640px;height:340px}
.hero__body{padding:22px 22px 10px 0}.hero--flip .hero__body{padding:22px 0 10px 22px}
.hero__body h1{font-size:29px;line-height:1.2;margin:6px 0 12px}
.kicker{color:var(--accent);font-size:12px;font-weight:bold;text-transform:uppercase;letter-spacing:1px}
.btn{display:inline-block;background:var(--accent);color:#fff;padding:9px 16px;border-radius:3px}
.cols{display:grid;grid-template-columns:1fr 380px;gap:32px}
section,#status{margin-bottom:30px}
.status{display:grid;grid-template-columns:repeat(6,1fr);gap:10px;margin-bottom:12px}
.status__cell{border:1px solid var(--line);border-left:5px solid #3a9b57;padding:8px 10px;font-size:13px}
.status__cell--bad{border-left-color:#d33c2b;background:#fff2f0}
.status__cell small{display:block;color:#778}
.incident{border:1px solid #e4b3ab;background:#fff8f6;padding:12px 16px;margin-bottom:14px}
.incident li{margin-bottom:4px}
.statusrow{display:grid;grid-template-columns:640px 1fr;gap:28px}
table{border-collapse:collapse;width:100%;font-size:14px}
th{text-align:left;background:var(--soft);padding:6px 8px;border-bottom:2px solid var(--line)}
td{padding:6px 8px;border-bottom:1px solid var(--line);vertical-align:top}
td.num{text-align:right;font-variant-numeric:tabular-nums}
code{font-size:12px;background:#f0f1f4;padding:1px 4px}
.ann{list-style:none;padding:0;margin:0 0 18px}.ann li{padding:7px 0;border-bottom:1px dotted #c6ccd6}
.ann time,.when{color:#7a8090;font-size:12px}
.news{display:grid;grid-template-columns:repeat(2,1fr);gap:22px}
.card img{width:100%;height:190px;display:block}
.brief{padding-left:18px}
.adv{border-left:4px solid #999;padding:4px 0 4px 10px;margin-bottom:12px;font-size:14px}
.adv--Critical{border-color:#8c0d0d}.adv--High{border-color:#d9531e}.adv--Medium{border-color:#e0a526}
.adv--Withdrawn{opacity:.7;text-decoration:line-through}.sev{font-weight:bold}
.ev{display:grid;grid-template-columns:58px 1fr;gap:12px;margin-bottom:10px;font-size:14px}
.ev__day{background:var(--ink);color:#fff;text-align:center;padding:4px;line-height:1.2}
.ev__day b{font-size:20px}
.ad{background:var(--soft);padding:8px;font-size:13px;text-align:center;margin-bottom:26px}.ad img{width:100%}
.planet{background:var(--soft);padding:24px 0;margin-bottom:26px}
.post{display:grid;grid-template-columns:64px 1fr;gap:16px;padding:12px 0;border-bottom:1px solid var(--line)}
.post img{width:64px;height:64px;border-radius:50%}
.pl-grid{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}
.pl-card{background:#fff;border:1px solid var(--line);border-radius:8px;padding:14px;font-size:14px}
.pl-card img{width:48px;height:48px;border-radius:6px;float:right;margin-left:8px}
.three{display:grid;grid-template-columns:1fr 1fr 360px;gap:26px}
.three iframe{width:360px;height:620px;border:0}
.spot img{width:100%}.sponsors{display:flex;gap:20px;justify-content:center;padding:14px 0}
.foot{background:var(--ink);color:#cdd3e0;font-size:13px;padding:24px 0}.foot a{color:#fff}
"""
JS = """document.documentElement.classList.add("js");
document.addEventListener("click",function(e){if(e.target.matches(".consent a")){
e.target.closest(".consent").style.display="none";e.preventDefault();}});
"""
FRAME_CSS = """body{font:13px/1.4 Arial,sans-serif;margin:0;padding:8px;background:#f2f0fa}
.toot{background:#fff;border-radius:6px;padding:8px 10px;margin-bottom:8px}.toot b{color:#563acc}
"""
