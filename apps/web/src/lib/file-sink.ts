import { saveFile } from './file-name.ts'

/** The target of a download that is written in pieces. */
export interface FileSink {
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Completes the file. */
  finish: () => Promise<void>
  /** Discards all of it. */
  abandon: () => Promise<void>
}

interface FileSinkOptions {
  name: string
  contentType: string
  /** Whether it may be too large for the page's memory: then it is written to disk as it arrives, if possible. */
  isLarge: boolean
}

interface WritableFile {
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  abort: () => Promise<void>
}

type Picker = (options: { suggestedName: string }) => Promise<{ createWritable: () => Promise<WritableFile> }>

/**
 * Opens the target of a file; call it while a click is handled, because the browser may ask where to save. Resolves to
 * null if the user closes that dialog.
 */
export async function openFileSink({ name, contentType, isLarge }: FileSinkOptions): Promise<FileSink | null> {
  const picker = isLarge ? savePicker() : null
  if (picker === null) return blobSink(name, contentType)
  try {
    const handle = await picker({ suggestedName: name })
    const file = await handle.createWritable()
    return { write: (piece) => file.write(piece), finish: () => file.close(), abandon: () => file.abort() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    // Some pages may not ask, for example inside a frame, but the browser's downloads take any file.
    return blobSink(name, contentType)
  }
}

function blobSink(name: string, contentType: string): FileSink {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  return {
    write: async (piece) => {
      pieces.push(piece)
    },
    finish: async () => saveFile(new Blob(pieces, { type: contentType }), name),
    abandon: async () => {
      pieces.length = 0
    },
  }
}

function savePicker(): Picker | null {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker')
  return isPicker(picker) ? picker.bind(window) : null
}

function isPicker(value: unknown): value is Picker {
  return typeof value === 'function'
}
