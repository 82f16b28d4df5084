import { open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import { fileErrorCode } from '../../../lib/file-errors.ts'
import { leaseOwner, ownerLives } from '../../../lib/lease-owner.ts'
import { startPeriodicJob } from '../../../lib/periodic-job.ts'
import { translateStoreError } from '../../../store/store-errors.ts'

/** A lease that was not renewed for this long belongs to a dead process. */
const leaseMs = 30_000
const prefix = 'reading.'
const owner = leaseOwner()

/** The right to read the files of an upload, which one process has at a time. */
export interface ReadingLease {
  /** Aborts if another process took over, because this one did not renew the lease in time. */
  lost: AbortSignal
  /** Whether a process that is gone began to read, and may have left a part of the database. */
  isTakenOver: boolean
  end(): Promise<void>
}

/**
 * Takes the right to read an upload, also from processes that share the data folder and ended without giving it back.
 * Each lease is a numbered file, and only one process can create the next number.
 * @throws AppError conflict while another process is reading
 */
export async function takeReadingLease(
  { log, now }: Pick<AppContext, 'log' | 'now'>,
  folder: string,
): Promise<ReadingLease> {
  const earlier = await newestLease(folder)
  if (earlier !== null && (await isHeld(join(folder, earlier.name), now()))) throw beingRead()
  const path = join(folder, `${prefix}${(earlier?.number ?? 0) + 1}`)
  await create(path)
  if (earlier !== null) await rm(join(folder, earlier.name), { force: true })
  const lost = new AbortController()
  const renewal = startPeriodicJob(
    log,
    { failure: 'could not renew the lease of an upload', everyMs: leaseMs / 3 },
    async () => {
      await utimes(path, now(), now()).catch((error: unknown) => {
        if (fileErrorCode(error) !== 'ENOENT') throw error
        lost.abort(beingRead())
      })
    },
  )
  return {
    lost: lost.signal,
    isTakenOver: earlier !== null,
    end: async () => {
      await renewal.close()
      await rm(path, { force: true })
    },
  }

  async function create(file: string): Promise<void> {
    try {
      const handle = await open(file, 'wx', 0o600)
      try {
        await handle.writeFile(owner)
        await handle.utimes(now(), now())
      } finally {
        await handle.close()
      }
    } catch (error) {
      throw fileErrorCode(error) === 'EEXIST' ? beingRead() : translateStoreError(error)
    }
  }
}

async function newestLease(folder: string): Promise<{ name: string; number: number } | null> {
  const numbers = (await readdir(folder))
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
  if (numbers.length === 0) return null
  const number = Math.max(...numbers)
  return { name: `${prefix}${number}`, number }
}

async function isHeld(path: string, now: Date): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path)
    const holder = await readFile(path, 'utf8')
    // A lease without an owner has just been created.
    return now.getTime() - mtimeMs < leaseMs && (holder === '' || ownerLives(holder))
  } catch (error) {
    // It has just ended.
    if (fileErrorCode(error) === 'ENOENT') return false
    throw error
  }
}

function beingRead(): AppError {
  return new AppError('conflict', { detail: message('The files are being read.') })
}
