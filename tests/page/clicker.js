// Plays in a page by clicks on what it offers, and notes all that the page hears of the service.
//
// A fixed policy: what completes a mission, or ends what was begun, if that is offered; in every
// second click the end of the turn; else the moves in turn, in every third click one that is lit on
// the board. It gives the standing order that ends turns where that is offered. While it plays the page is not painted, which spares most of what a click costs.

const heard = [];
let acting = 0;
const ask = window.fetch;

window.fetch = async (address, request) => {
  const acts = String(address).endsWith("/Act");
  acting += acts;
  try {
    const answer = await ask(address, request);
    const call = { address: String(address), asked: textOf(request.body), parts: [] };
    heard.push(call);
    void listen(answer.clone().body.getReader(), call);
    return answer;
  } finally {
    if (acts) setTimeout(() => acting--);
  }
};

async function listen(reader, call) {
  try {
    for (let part; !(part = await reader.read()).done; ) call.parts.push(textOf(part.value));
  } catch {
    // The page or the server has left.
  }
}

function textOf(bytes) {
  return String.fromCharCode(...bytes);
}

/** Return what was heard, with a letter for each byte. */
window.allHeard = () => heard.map(({ parts, ...call }) => ({ ...call, got: parts.join("") }));

window.clicks = 0;

window.play = () => (document.body.hidden = true);
window.rest = () => (document.body.hidden = false);

const all = (selector) => [...document.querySelectorAll(selector)];

window.offers = 0;

function choice() {
  const order = all(".offer").find((button) => button.textContent.includes("End my turn"));
  if (order) {
    window.offers++;
    return order;
  }
  const begun = all(".controls .buttons button.main");
  if (begun.length > 0) return begun[0];
  const options = all('[role="listbox"] [role="option"]');
  const group = (name) => options.filter((option) => option.parentElement.ariaLabel === name);
  const lit = window.clicks % 3 === 2 ? all(".spot.lit[role=button]") : [];
  const ends = window.clicks % 2 === 0 ? group("End or pass") : [];
  for (const wanted of [group("Complete a mission"), group("Choose"), ends, lit, options]) {
    if (wanted.length > 0) return wanted[(window.clicks * 7) % wanted.length];
  }
}

setInterval(() => {
  if (document.querySelector(".ending")) window.rest();
  if (acting > 0 || !document.body.hidden) return;
  const chosen = choice();
  if (chosen === undefined) return;
  window.clicks++;
  chosen.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}, 20);
