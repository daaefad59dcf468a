// The question for the token of a server that answers nobody without.

import { useSignal } from "@preact/signals";
import { hasToken, keepToken } from "../service";
import { words } from "../words/words";

export function TokenForm() {
  const text = words().home;
  const token = useSignal("");
  function use(event: Event) {
    event.preventDefault();
    keepToken(token.value.trim());
    location.reload();
  }
  return (
    <form class="panel row" onSubmit={use}>
      <p role="alert">{hasToken() ? text.tokenUnknown : text.tokenNote}</p>
      <label class="field">
        <span>{text.token}</span>
        <input
          type="password"
          value={token.value}
          onInput={(event) => (token.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit">{text.keepToken}</button>
    </form>
  );
}
