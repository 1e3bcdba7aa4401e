"""The style sheet of the wiki."""

STYLE = """\
html{background:#f3efe6}\
body{margin:0;font:15.5px/1.6 Georgia,"DejaVu Serif",serif;color:#2a2722}
a{color:#22557a}\
#haut{background:#fffdf7;border-bottom:3px double #b59b64;padding:14px 30px;display:flex;align-items:baseline;\
gap:30px}\
#haut strong{font-size:26px;font-variant:small-caps;color:#5d3a12}
#haut form{margin-left:auto}\
#haut input{padding:5px;width:240px}\
.don{background:#7a1f2b;color:#fff;padding:22px 40px;font-size:19px}\
.don.g{padding:80px 40px;font-size:30px;line-height:1.3}\
.don progress{width:60%}
#tout{display:flex;width:1280px}\
#men{width:190px;padding:18px 16px;font-size:13.5px;flex:none}\
#men ul{list-style:none;padding:0;margin:0 0 18px}\
#men h4{margin:6px 0;border-bottom:1px solid #c8b88e}
#mil{flex:1;background:#fffdf7;border:1px solid #d9cda9;border-top:0;padding:8px 34px 30px;min-width:0}\
#dro{width:290px;padding:18px 16px;font-size:13.5px;flex:none}
h1{font-weight:normal;font-size:31px;border-bottom:1px solid #b59b64;margin:10px 0}\
h2{font-weight:normal;font-size:21px;margin:22px 0 6px;color:#5d3a12}\
h2 small{font-size:12px;float:right;font-family:sans-serif}
.al{margin:7px 0 7px 34px;text-indent:-30px}\
.al>b{display:inline-block;width:30px;text-indent:0;color:#997b3d}\
sup{font-size:10px;text-indent:0}\
.me{font:11.5px sans-serif;color:#8a8273;margin-left:34px}
.toc{background:#f6f1e2;border:1px solid #d9cda9;padding:8px 26px;display:inline-block;font-size:14px}\
.toc.d{float:right;margin:0 0 12px 22px;width:250px}\
.bo{border:1px solid #d9cda9;background:#fffdf7;padding:8px 12px;margin-bottom:14px}\
.bo h3{margin:2px 0 6px;font-size:15px}\
.bo li{margin:4px 0}\
.bo ul{padding-left:16px;margin:0}
.av{border-left:9px solid #d9822b;background:#fff6e5;padding:10px 16px;margin:12px 0;font-size:14px}\
.dis{border-top:1px dotted #b59b64;padding:8px 0 8px 20px}\
.dis.x{margin-left:40px}\
table.in{border-collapse:collapse;font-size:13.5px;margin:10px 0}\
table.in td,table.in th{border:1px solid #d9cda9;padding:3px 10px}
#ck{position:fixed;inset:auto 30px 30px auto;width:420px;background:#fff;border:2px solid #5d3a12;padding:16px;\
box-shadow:4px 4px 0 #5d3a1255}
.bas{padding:24px 40px;font-size:12.5px;color:#776;border-top:3px double #b59b64}
"""
