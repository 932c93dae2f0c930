/** Dialog: a question that comes before anything else; Escape says no. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Dialog(props: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={props.title} onClose={props.close}>
      <h2>{props.title}</h2>
      {props.children}
    </dialog>
  );
}
