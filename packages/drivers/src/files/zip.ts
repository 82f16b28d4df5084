import { message } from '@parlance/contract/messages'
import { Readable, Transform } from 'node:stream'
import { openPromise, type Entry, type ZipFile as Archive } from 'yauzl'
import { fileLimits, refuseBeyond, unreadable } from './limits.ts'

const largestDirectory = 4 * 1024 * 1024
const mostEntries = 10_000
/** Size of one directory entry without its name and comments. */
const entryBytes = 46

/**
 * A zip file that is read part by part. The unpacked size is counted over all parts, so that a small file cannot exceed
 * its limit, whatever its directory claims.
 */
export class ZipFile {
  readonly #archive: Archive
  readonly #entries: Map<string, Entry>
  #unpacked = 0

  private constructor(archive: Archive, entries: Map<string, Entry>) {
    this.#archive = archive
    this.#entries = entries
  }

  /** @throws DriverError unsupported, limit */
  static async open(path: string): Promise<ZipFile> {
    // The claimed sizes aren't compared with the real ones, which are limited below.
    const archive = await openPromise(path, { autoClose: false, validateEntrySizes: false }).catch(failDamaged)
    try {
      return new ZipFile(archive, await readEntries(archive))
    } catch (error) {
      archive.close()
      throw error
    }
  }

  close(): void {
    this.#archive.close()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /**
   * Returns the unpacked bytes of a part.
   * @throws DriverError unsupported, limit while reading
   */
  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (entry === undefined)
      throw unreadable(
        message('The part {part} is missing from the workbook. Open it in Excel, save it, and try again.', {
          part: name,
        }),
      )
    if (entry.compressedSize === 0) return Readable.from([])
    const unpacked = await this.#archive.openReadStreamPromise(entry).catch(failDamaged)
    return counted(unpacked, (length) => (this.#unpacked += length))
  }
}

function counted(source: Readable, add: (length: number) => number): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        refuseBeyond(add(chunk.length), fileLimits.unpackedBytes, 'unpacked')
        done(null, chunk)
      } catch (error) {
        done(error instanceof Error ? error : null)
      }
    },
  })
  source.once('error', (cause) => counter.destroy(damaged(cause)))
  counter.once('close', () => source.destroy())
  return source.pipe(counter)
}

async function readEntries(archive: Archive): Promise<Map<string, Entry>> {
  refuseBeyond(archive.entryCount, mostEntries, 'parts')
  const entries = new Map<string, Entry>()
  let length = 0
  const each = archive.eachEntry()
  for (;;) {
    const { value: entry, done } = await each.next().catch(failDamaged)
    if (done === true) return entries
    length += entryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    refuseBeyond(length, largestDirectory, 'directory')
    if (entry.isEncrypted())
      throw unreadable(message('The workbook is password-protected. Save it without a password and try again.'))
    if (!entry.canDecodeFileData())
      throw unreadable(
        message('The workbook uses an unsupported compression method. Open it in Excel, save it, and try again.'),
      )
    entries.set(entry.fileName, entry)
  }
}

function failDamaged(cause: unknown): never {
  throw damaged(cause)
}

function damaged(cause: unknown): Error {
  return unreadable(message("The file isn't an Excel workbook (.xlsx), or it is damaged."), cause)
}
