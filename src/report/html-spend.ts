import { formatElapsed } from "./figures.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import type { PhaseView } from "./phases.ts";
import type { Report } from "./report.ts";
import { spendText, tokensText, turnSpend } from "./spend-text.ts";

const rowHeight = 58;

/** Money and time of each phase as a picture, then as a table for who cannot see it. */
export function spendSection(report: Report): Html {
  const phases = report.phases.filter((phase) => phase.elapsedMs > 0 || phase.spend.dollars > 0);
  const tokens = tokensText(report.totals);
  const lead = `${spendText(report.totals)} in all${tokens === "" ? "" : `: ${tokens}`}.`;
  const isPaid = report.totals.spend.dollars > 0;
  const money = isPaid ? html`<li><i class="money"></i>Dollars</li>` : "";
  return html`<section aria-labelledby="spend"><h2 id="spend">${isPaid ? "Spend" : "Time"} per phase</h2><p class="lead">${lead}</p>
${chart(phases)}<ul class="key">${money}<li><i class="time"></i>Time</li></ul></section>`;
}

function chart(phases: readonly PhaseView[]): Html {
  const most = Math.max(0, ...phases.map((phase) => phase.spend.dollars));
  const longest = Math.max(0, ...phases.map((phase) => phase.elapsedMs));
  const words = phases.map((phase) => `${phase.title} ${figuresOf(phase)}`).join("; ");
  const rows = phases.map((phase, i) => {
    const top = i * rowHeight;
    return html`<text x="0" y="${top + 16}">${phase.title}</text>
<text class="value" x="100%" y="${top + 16}" text-anchor="end">${figuresOf(phase)}</text>
<rect class="track" x="0" y="${top + 24}" width="100%" height="10" rx="5"/>
<rect class="money" x="0" y="${top + 24}" width="${share(phase.spend.dollars, most)}" height="10" rx="5"/>
<rect class="time" x="0" y="${top + 37}" width="${share(phase.elapsedMs, longest)}" height="5" rx="2.5"/>`;
  });
  return html`<svg class="chart" role="img" aria-label="${words}" width="100%" height="${phases.length * rowHeight}" xmlns="http://www.w3.org/2000/svg">${rows}</svg>`;
}

function figuresOf(phase: PhaseView): string {
  const time = formatElapsed(phase.elapsedMs);
  const { spend } = phase;
  return spend.requests === 0 ? time : `${turnSpend(spend)} · ${time}`;
}

/** Of the largest, in percent; never so small that it cannot be seen. */
function share(part: number, largest: number): string {
  if (part <= 0 || largest <= 0) return "0";
  return `${Math.max(0.8, (100 * part) / largest).toFixed(1)}%`;
}
