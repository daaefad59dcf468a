// A text to be copied, such as an invitation link.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { words } from "../words/words";

export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copied = useSignal(false);
  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      document.execCommand("copy"); // where the page is not served securely
    }
    copied.value = true;
  }
  return (
    <span class="copy-field">
      <input
        ref={field}
        readOnly
        value={value}
        aria-label={label}
        onFocus={() => field.current?.select()}
      />
      <button type="button" onClick={copy}>
        {copied.value ? words().table.copied : words().table.copy}
      </button>
    </span>
  );
}
