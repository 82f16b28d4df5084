import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipPart {
  name: string
  content: AsyncIterable<string>
}

const options = {
  compressionLevel: 3,
  /** The time is not useful, and would make equal exports differ. */
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
}

/**
 * Writes a zip file piece by piece. Each part is compressed while it arrives, no faster than the reader reads.
 * @throws a part's error; the file then has no directory, so that it doesn't look complete
 */
export async function* writeZip(parts: ZipPart[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  const sources: Readable[] = []
  for (const { name, content } of parts) {
    zip.addReadStreamLazy(name, options, (open) => {
      const source = Readable.from(content, { objectMode: false })
      sources.push(source)
      source.once('error', (error) => output.destroy(error))
      open(null, source)
    })
  }
  zip.end()
  try {
    for await (const piece of output) yield piece as Buffer
  } finally {
    for (const source of sources) source.destroy()
  }
}
