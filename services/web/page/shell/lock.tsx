/** Lock: the sign of a table with a password. */
export function LockSign({ label }: { label: string }) {
  return (
    <svg class="lock" viewBox="0 0 16 16" role="img" aria-label={label}>
      <title>{label}</title>
      <path d="M5 7V5a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" stroke-width="1.8" />
      <rect x="3" y="7" width="10" height="7" rx="1.5" fill="currentColor" />
    </svg>
  );
}
