"""The style sheet of the broadcaster's page."""

CSS = """\

*{box-sizing:border-box}\
body{margin:0;background:#eef2f4;color:#14232e;font:16px/1.45 Verdana,"DejaVu Sans",sans-serif}
a{color:inherit;text-decoration:none}\
.q0{position:sticky;top:0;z-index:9;background:#00476b;color:#fff;display:flex;align-items:center;height:62px;\
padding:0 40px;gap:26px}
.q0 b{font-size:25px;letter-spacing:-1px}\
.q0 b i{color:#ffce3a;font-style:normal}\
.q0 nav a{margin-right:20px;font-size:14px}\
.q0 .on{margin-left:auto;background:#c8102e;padding:6px 12px;border-radius:20px;font-size:12px}
.q1{background:#d9e4ea;font-size:13px;padding:6px 40px;display:flex;justify-content:space-between}
.wb{width:1200px;margin:14px auto;background:#fff;text-align:center}\
.wb small{display:block;color:#889;font-size:10px}\
.wb iframe{border:0;display:block;width:1200px}
.w{width:1200px;margin:18px auto;display:grid;grid-template-columns:850px 320px;gap:30px}
.z1{background:#fff;border-radius:6px;overflow:hidden}\
.z1 img{display:block;width:850px;height:440px;object-fit:cover}\
.z1 .t{padding:18px 24px 22px}
.ky{color:#c8102e;font-size:13px;font-weight:bold;text-transform:uppercase;letter-spacing:.06em}\
.z1 h1{font-size:33px;line-height:1.15;margin:6px 0 10px}\
.st{color:#647682;font-size:12px}
.k{display:grid;grid-template-columns:1fr 1fr;gap:20px;margin:20px 0}\
.c{background:#fff;border-radius:6px;overflow:hidden}\
.c img{display:block;width:100%;height:205px;object-fit:cover}\
.c .t{padding:12px 16px 16px}\
.c h2{font-size:19px;line-height:1.2;margin:4px 0 8px}\
.c p{margin:0 0 8px;font-size:14px}
.rg{background:#fff;padding:14px 22px;border-left:6px solid #ffce3a}\
.rg li{padding:6px 0;border-bottom:1px solid #e4eaee}\
.rg h3,.sb h3,.mt h3{margin:4px 0 10px;font-size:17px;color:#00476b}
.sb section{background:#fff;margin-bottom:18px;padding:14px 18px;border-radius:6px;font-size:14px}\
.sb ol{padding-left:22px;margin:0}\
.sb ol li{padding:5px 0}
.mt{background:#10202b;color:#fff;margin:24px 0 0;padding:20px 40px}\
.mt h3{color:#ffce3a}\
.mt .r{display:flex;gap:16px}\
.mt .r div{width:228px;font-size:13px}\
.mt img{width:228px;height:128px;display:block;margin-bottom:6px}
.ko{width:1200px;margin:20px auto;background:#fff;padding:16px 24px}\
.ko p{border-top:1px solid #dde;margin:0;padding:9px 0;font-size:14px}\
.ko p b{color:#00476b}
.bar{height:9px;background:#00476b;margin:2px 0 8px}\
.ck{position:fixed;left:0;right:0;bottom:0;background:#fff;border-top:4px solid #00476b;padding:22px 60px;\
box-shadow:0 -4px 30px #0005;z-index:20}
.hint{width:1200px;margin:12px auto;background:#ffce3a;padding:16px 22px;font-weight:bold}\
footer{background:#00476b;color:#cfe0ea;padding:26px 40px;font-size:13px;display:flex;gap:60px}\
footer ul{list-style:none;padding:0;margin:0}
"""
