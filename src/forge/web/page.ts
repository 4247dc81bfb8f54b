import type { Repo } from "../world.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

const style = `
:root{color-scheme:light dark;--fg:#1f2328;--bg:#fff;--soft:#f6f8fa;--line:#d1d9e0;--dim:#59636e;--link:#0969da;--good:#1a7f37;--bad:#d1242f;--wait:#9a6700;--add:#dafbe1;--del:#ffebe9}
@media(prefers-color-scheme:dark){:root{--fg:#f0f6fc;--bg:#0d1117;--soft:#151b23;--line:#3d444d;--dim:#9198a1;--link:#4493f8;--good:#3fb950;--bad:#f85149;--wait:#d29922;--add:#12261e;--del:#25171c}}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg)}
header{background:var(--soft);border-bottom:1px solid var(--line);padding:.7rem 1rem}main{max-width:60rem;margin:0 auto;padding:1rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}h1{font-size:1.5rem;margin:.3rem 0}h2{font-size:1.15rem;margin:1.6rem 0 .5rem}
nav a{margin-right:1rem}.dim{color:var(--dim)}.box{border:1px solid var(--line);border-radius:6px;margin:1rem 0;overflow:hidden}
.box>.head{background:var(--soft);border-bottom:1px solid var(--line);padding:.5rem .8rem}.box>.body{padding:.3rem .8rem;overflow-wrap:anywhere}
.badge{border:1px solid var(--line);border-radius:1em;padding:.1em .6em;font-size:.8rem;white-space:nowrap}.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}
pre{background:var(--soft);padding:.7rem;overflow-x:auto;border-radius:6px;font-size:.82rem;line-height:1.45}code{font-family:ui-monospace,monospace;font-size:.88em}
:not(pre)>code{background:var(--soft);padding:.15em .35em;border-radius:4px}table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;overflow-wrap:break-word;min-width:5rem}li.task>input{margin:0 .4em 0 0}
.label{border:1px solid var(--line);border-radius:1em;padding:.1em .6em;font-size:.8rem;white-space:nowrap}.label::before{content:"";display:inline-block;width:.7em;height:.7em;border-radius:50%;margin-right:.4em;background:var(--color)}
.flow{font:13px system-ui,sans-serif;text-anchor:middle;color:var(--dim)}
td.right,th.right{text-align:right}td.center,th.center{text-align:center}.scroll{overflow-x:auto}
.diff{margin:0;padding:0;border-radius:0;background:var(--bg)}.diff span{display:block;padding:0 .8rem;white-space:pre;min-width:max-content}.diff .add{background:var(--add)}.diff .del{background:var(--del)}.diff .hunk{color:var(--dim);background:var(--soft)}
.note{border:1px solid var(--line);border-radius:6px;margin:.4rem .8rem;padding:.2rem .8rem;background:var(--soft)}li.task{list-style:none;margin-left:-1.3em}
blockquote{border-left:.25em solid var(--line);margin:0;padding:0 1em;color:var(--dim)}ul.rows{list-style:none;padding:0;margin:0}ul.rows li{padding:.45rem .8rem;border-top:1px solid var(--line)}ul.rows li:first-child{border-top:0}
`;

export function repoPath(repo: Repo): string {
  return `/${repo.owner.login}/${repo.name}`;
}

function navigation(repo: Repo): Html {
  const path = repoPath(repo);
  return html` / <a href="${path}"><b>${repo.owner.login}/${repo.name}</b></a>
<nav><a href="${path}/issues">Issues</a><a href="${path}/pulls">Pull requests</a><a href="${path}/actions">Actions</a></nav>`;
}

/** A whole page: one column, no script, light or dark as the reader's system is. */
export function page(title: string, repo: Repo | null, body: Html): string {
  const css = { html: style };
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${css}</style></head>
<body><header><a href="/">forge</a>${repo ? navigation(repo) : null}</header><main>${body}</main></body></html>`
    .html;
}

const good = new Set(["success", "open", "merged", "clean", "approved"]);
const bad = new Set(["failure", "timed_out", "cancelled", "dirty", "blocked", "changes_requested"]);

/** A state as a coloured word: the word alone says it, colour only helps. */
export function badge(state: string): Html {
  const key = state.toLowerCase();
  const tone = good.has(key) ? "good" : "wait";
  return html`<span class="badge ${bad.has(key) ? "bad" : tone}">${state.replaceAll("_", " ")}</span>`;
}

/** A label with a dot of its colour, so that its words can be read on any. */
export function labelBadge(repo: Repo, name: string): Html {
  const color = repo.labels.get(name.toLowerCase())?.color ?? "";
  const safe = /^[0-9a-f]{6}$/i.test(color) ? color : "ededed";
  return html`<span class="label" style="--color:#${safe}">${name}</span> `;
}

export function time(ms: number): Html {
  const text = new Date(ms).toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace("T", " ")}</time>`;
}
