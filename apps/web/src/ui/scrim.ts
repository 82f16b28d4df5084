/** What darkens the page below a dialog; it fades in and out. */
export const scrimClass =
  'fixed inset-0 z-40 min-h-dvh bg-(--scrim) transition-opacity duration-(--slow) ease-(--ease) data-ending-style:opacity-0 data-starting-style:opacity-0'

/** The surface of a dialog, without its place and size. A dialog that opens above it darkens it. */
export const dialogSurfaceClass =
  'fixed left-1/2 z-41 flex flex-col rounded-dialog border border-line bg-raised shadow-dialog transition-[opacity,scale] duration-(--slow) ease-(--ease) data-ending-style:scale-98 data-ending-style:opacity-0 data-nested-dialog-open:after:absolute data-nested-dialog-open:after:-inset-px data-nested-dialog-open:after:z-4 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-(--scrim) data-starting-style:scale-98 data-starting-style:opacity-0 motion-reduce:scale-none!'

/** A dialog in the middle of the window. */
export const dialogClass = `${dialogSurfaceClass} top-1/2 max-h-[calc(100dvh-32px)] w-120 max-w-[min(var(--dialog),calc(100vw-32px))] -translate-1/2`

/** A dialog as high as the window. On phones it covers the window. */
export const largeDialogClass = `${dialogSurfaceClass} top-1/2 h-[calc(100dvh-32px)] w-120 max-w-[min(1200px,calc(100vw-32px))] -translate-1/2 max-md:h-dvh max-md:w-screen! max-md:max-w-none max-md:rounded-none max-md:border-0`
