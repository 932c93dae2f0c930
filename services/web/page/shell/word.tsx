/** Word: the one password field, for opening a table and for joining one. */
import { signal } from "@preact/signals";
import { t } from "./words.ts";

export const word = signal(""); // Kept in memory alone.

export function WordField() {
  return (
    <div class="word">
      <input
        type="text"
        autocomplete="off"
        spellcheck={false}
        maxLength={64}
        aria-label={t("word")}
        title={t("wordHint")}
        placeholder={t("word")}
        value={word.value}
        onInput={(event) => {
          word.value = event.currentTarget.value;
        }}
      />
      {word.value && (
        <button
          type="button"
          class="quiet"
          aria-label={t("clear")}
          onClick={(event) => {
            word.value = "";
            event.currentTarget.parentElement?.querySelector("input")?.focus();
          }}
        >
          ×
        </button>
      )}
    </div>
  );
}
