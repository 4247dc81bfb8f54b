/** The page's one style sheet: system fonts, light and dark, from 320 px up. Colours are ≥ 4.5:1. */
export const style = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--text:#1b1f24;--muted:#57606a;--line:#d8dee4;
--accent:#0550ae;--bar:#0969da;--bar2:#8250df;--ok:#0f5323;--ok-bg:#dafbe1;--bad:#8f0d1f;--bad-bg:#ffe5e2;
--warn:#5c3d00;--warn-bg:#fff3bf;--info:#0a3069;--info-bg:#ddf4ff;--idle:#4b535c;--idle-bg:#eaeef2;
--code:#f3f5f7;--add:#e2fbe8;--add-edge:#1a7f37;--del:#ffebe9;--del-edge:#cf222e}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--card:#151b23;--text:#e6edf3;--muted:#9da7b3;
--line:#30363d;--accent:#79c0ff;--bar:#4493f8;--bar2:#ab7df8;--ok:#7ee787;--ok-bg:#11301c;--bad:#ffb1a8;
--bad-bg:#3c1518;--warn:#f0c75e;--warn-bg:#342a0c;--info:#a5d6ff;--info-bg:#0c2d5e;--idle:#b3bcc6;
--idle-bg:#262c36;--code:#0d1117;--add:#0f2a1a;--add-edge:#3fb950;--del:#341a1c;--del-edge:#f85149}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",
Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:2px}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--bar);outline-offset:2px;border-radius:6px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.86em}
pre code{font-size:1em}
.wrap{max-width:1120px;margin:0 auto;padding:0 24px}
.skip{position:absolute;left:-999px}.skip:focus{left:12px;top:12px;background:var(--card);padding:8px 12px}
header.top{background:var(--card);border-bottom:1px solid var(--line);padding:36px 0 28px}
.eyebrow{margin:0 0 6px;color:var(--muted);font-size:.9rem}
h1{font-size:clamp(1.4rem,1.1rem + 1.6vw,2.1rem);line-height:1.2;margin:0 0 14px;letter-spacing:-.015em}
h2{font-size:1.2rem;margin:0 0 4px;letter-spacing:-.01em}h3{font-size:1rem;margin:24px 0 8px}
.lead{color:var(--muted);margin:0 0 18px;font-size:.93rem}
.badge{display:inline-flex;align-items:center;gap:.4em;padding:2px 10px;border-radius:999px;font-size:.82rem;
font-weight:600;line-height:1.6;white-space:nowrap;background:var(--idle-bg);color:var(--idle)}
.badge.big{font-size:.95rem;padding:4px 14px}
.ok{background:var(--ok-bg);color:var(--ok)}.bad{background:var(--bad-bg);color:var(--bad)}
.warn{background:var(--warn-bg);color:var(--warn)}.info{background:var(--info-bg);color:var(--info)}
.meta{display:flex;flex-wrap:wrap;gap:6px 18px;margin:14px 0 0;padding:0;list-style:none;color:var(--muted);font-size:.92rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:24px 0 0}
.figures div{background:var(--bg);border:1px solid var(--line);border-radius:12px;padding:12px 16px}
.figures dt{color:var(--muted);font-size:.82rem}.figures dd{margin:0;font-size:1.3rem;font-weight:650;
letter-spacing:-.01em;font-variant-numeric:tabular-nums}.figures small{display:block;font-size:.8rem;font-weight:400;color:var(--muted);letter-spacing:0}
nav ul{display:flex;gap:4px 20px;flex-wrap:wrap;list-style:none;margin:20px 0 0;padding:0;font-size:.92rem}
main.wrap{padding-top:24px;padding-bottom:40px;display:grid;gap:20px}
main>section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:24px;min-width:0}
.steps{list-style:none;margin:0;padding:0;display:grid;gap:0}
.steps li{display:grid;grid-template-columns:14px minmax(92px,auto) 1fr auto;gap:4px 14px;align-items:baseline;padding:10px 0;border-top:1px solid var(--line)}
.steps li:first-child{border-top:0}.dot{width:12px;height:12px;border-radius:50%;background:var(--idle);opacity:.45;align-self:center}
.dot.ok{background:var(--add-edge);opacity:1}.dot.bad{background:var(--del-edge);opacity:1}.dot.info{background:var(--bar);opacity:1}.dot.warn{background:#bf8700;opacity:1}
.steps .what{color:var(--muted);font-size:.93rem}.steps .cost{color:var(--muted);font-size:.88rem;font-variant-numeric:tabular-nums;white-space:nowrap;text-align:right}
.chart{display:block;width:100%;overflow:visible;margin-top:8px}.chart text{fill:var(--text);font-size:14px;font-family:inherit}
.chart .value{fill:var(--muted);font-variant-numeric:tabular-nums}.chart .track{fill:var(--idle-bg)}.chart .money{fill:var(--bar)}.chart .time{fill:var(--bar2)}
.key{display:flex;gap:18px;margin:10px 0 0;padding:0;list-style:none;font-size:.86rem;color:var(--muted)}
.key i{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:6px;vertical-align:-1px}.key .money{background:var(--bar)}.key .time{background:var(--bar2)}
table{border-collapse:collapse;width:100%;font-size:.93rem}th,td{text-align:left;vertical-align:top;padding:10px 12px;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--muted);font-weight:600;font-size:.84rem}tbody th{font-weight:400}
td .why{display:block;color:var(--muted);font-size:.86rem;margin-top:4px}
.id{font-weight:650;color:var(--accent)}
details{border:1px solid var(--line);border-radius:10px;margin:10px 0;background:var(--card);min-width:0}
summary{cursor:pointer;padding:10px 14px;font-size:.94rem;border-radius:10px}summary:hover{background:var(--idle-bg)}
details[open]>summary{border-bottom:1px solid var(--line);border-radius:10px 10px 0 0}
td details,.flat details{margin:6px 0 0}td summary{padding:3px 10px;font-size:.84rem}
pre{margin:0;padding:14px;overflow:auto;background:var(--code);border-radius:0 0 10px 10px;max-height:70vh;line-height:1.5;tab-size:4;overflow-wrap:normal}
pre.said{white-space:pre-wrap;overflow-wrap:anywhere;font-family:inherit;font-size:.95rem;border-radius:10px;border:1px solid var(--line);background:var(--bg)}
.diff{padding:8px 0}.diff span{display:block;padding:0 14px 0 0;border-left:4px solid transparent;width:max-content;min-width:100%}
.diff i{display:inline-block;width:4.2em;padding-right:1em;text-align:right;font-style:normal;color:var(--muted);user-select:none}
.diff i::before{content:attr(data-n)}.diff .a{background:var(--add);border-color:var(--add-edge)}.diff .d{background:var(--del);border-color:var(--del-edge)}
.diff .h{background:var(--info-bg);color:var(--info);padding:2px 14px}.plus{color:var(--ok)}.minus{color:var(--bad)}
.counts{float:right;font-variant-numeric:tabular-nums;font-size:.88rem}
.alert{border-radius:12px;padding:18px 20px;border:1px solid var(--line);border-left:6px solid var(--del-edge)}
.alert.ask{border-left-color:#bf8700}.alert h3:first-child{margin-top:0}.alert pre{border-radius:10px;white-space:pre-wrap}.asked{white-space:pre-line}
.events{list-style:none;margin:0;padding:0;font-size:.9rem}.events li{display:grid;grid-template-columns:5.5em 1fr;gap:10px;padding:5px 0;border-top:1px solid var(--line)}
.events time{color:var(--muted);font-variant-numeric:tabular-nums;text-align:right}
.check{list-style:none;margin:0;padding:0}.check li{padding:8px 0;border-top:1px solid var(--line);display:flex;gap:12px;flex-wrap:wrap;align-items:baseline}.check li:first-child{border-top:0}
.none{color:var(--muted);margin:8px 0 0}footer.wrap{color:var(--muted);font-size:.85rem;padding-bottom:40px}
.stack thead th:nth-child(1){width:32%}.stack thead th:nth-child(3){width:27%}.stack thead th:nth-child(4){width:9em}
@media (max-width:640px){.wrap{padding:0 14px}header.top{padding:22px 0 20px}main.wrap{padding-top:14px;gap:14px}main>section{padding:18px 14px;border-radius:12px}
.figures{grid-template-columns:1fr 1fr;gap:8px}.figures div{padding:10px 12px}.figures dd{font-size:1.1rem}
.steps li{grid-template-columns:14px 1fr auto}.steps .what{grid-column:2/-1;grid-row:2}
table.stack,.stack tbody,.stack tr,.stack td,.stack tbody th{display:block;width:100%}.stack thead{position:absolute;left:-9999px}
.stack tr{border-top:1px solid var(--line);padding:12px 0}.stack td,.stack tbody th{border:0;padding:4px 0}
.stack td[data-label]::before{content:attr(data-label);display:block;color:var(--muted);font-size:.8rem}
.diff i{width:3.2em}.events li{grid-template-columns:4.4em 1fr}}
@media print{body{background:#fff}main>section{break-inside:avoid;border:0;padding:12px 0}pre{max-height:none;white-space:pre-wrap}nav{display:none}}
`;
