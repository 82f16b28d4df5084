import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../lib/errors.ts'

/** Written last: a folder without it is not a backup. */
export const manifestName = 'backup.json'
/** In a backup until it is complete. */
export const unfinishedName = 'backup.unfinished'

/** A path inside the backup's folder, even if the manifest was tampered with. */
const pathSchema = z.string().refine((path) => !path.split(/[\\/]/).includes('..') && !isAbsolute(path))

const manifestSchema = z.object({
  format: z.literal('parlance-backup'),
  format_version: z.literal(1),
  product_version: z.string(),
  created_at: z.string(),
  /** Where the data folder was. Connections name files in it, and their paths move with it. */
  data_folder: z.string(),
  migrations: z.array(z.string()),
  /** Number of rows of each table. */
  tables: z.record(z.string(), z.number()),
  files: z.array(z.object({ path: pathSchema, sha256: z.string(), bytes: z.number() })),
})
export type Manifest = z.infer<typeof manifestSchema>
export type ManifestFile = Manifest['files'][number]

/** @throws StartError if the folder has no backup that this version reads */
export function readManifest(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(join(folder, manifestName), 'utf8')
  } catch (error) {
    throw new StartError(
      `${folder} does not contain a complete backup, because ${manifestName} is missing. Choose another backup.`,
      { cause: error },
    )
  }
  const manifest = manifestSchema.safeParse(parseJson(text))
  if (!manifest.success)
    throw new StartError(`This version cannot read the backup in ${folder}. Choose another backup.`)
  return manifest.data
}

export async function fileEntry(folder: string, path: string): Promise<ManifestFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { path, sha256: hash.digest('hex'), bytes }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
