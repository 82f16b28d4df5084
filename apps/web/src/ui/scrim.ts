/** What darkens the page below a dialog; it fades in and out. */
export const scrimClass =
  'fixed inset-0 z-40 min-h-dvh bg-(--scrim) transition-opacity duration-(--slow) ease-(--ease) data-ending-style:opacity-0 data-starting-style:opacity-0'
