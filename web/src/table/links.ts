// Links to a table. Tokens stand in the fragment, which no server sees.

import { address } from "../route";

function full(fragment: string): string {
  return `${location.origin}${location.pathname}${fragment}`;
}

/** Return the link by which others join. */
export function invitationLink(table: string, invitation: string): string {
  return full(address("join", table, invitation));
}

/** Return the link that opens a seat on another device. */
export function seatLink(table: string, token: string): string {
  return full(address("table", table, token));
}

/** Return the parts of an invitation link, or undefined if it is none. */
export function invitationIn(text: string): [table: string, invitation: string] | undefined {
  const match = /#\/?join\/([^/\s]+)\/([^/\s]+)\s*$/.exec(text.trim());
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return [decodeURIComponent(match[1]), decodeURIComponent(match[2])];
}

/** True where only this machine can follow the page's links. */
export function isOnlyHere(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
