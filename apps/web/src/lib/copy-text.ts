/** Writes text to the clipboard, also on pages without TLS. Throws if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text)
    return
  }
  if (!copyBySelection(text)) throw new Error('the browser refused to copy')
}

/**
 * Writes formatted text to the clipboard, and the plain text for programs that take nothing else. Call it while a click
 * is handled: the HTML may arrive later. Throws if the browser refuses.
 */
export async function copyRich(html: Promise<string>, text: string): Promise<void> {
  if (canCopyBlobs()) {
    const blobOf = (type: string) => async (content: string) => new Blob([content], { type })
    const item = new ClipboardItem({
      'text/html': html.then(blobOf('text/html')),
      'text/plain': Promise.resolve(text).then(blobOf('text/plain')),
    })
    await navigator.clipboard.write([item])
    return
  }
  const content = await html
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', content)
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill)
  try {
    if (!document.execCommand('copy')) throw new Error('the browser refused to copy')
  } finally {
    document.removeEventListener('copy', fill)
  }
}

/** Writes a PNG to the clipboard, as `copyRich` does. Throws if the browser refuses, and on pages without TLS. */
export async function copyPng(makePng: () => Promise<Blob>): Promise<void> {
  if (!canCopyBlobs()) throw new Error('this page cannot copy pictures')
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': makePng() })])
}

function canCopyBlobs(): boolean {
  return typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function'
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
