import { existsSync } from 'node:fs'
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartError } from '../lib/errors.ts'
import { bundleFolder, isBundleStale, modifiedAt, webFolder } from './bundle-folder.ts'
import { prerenderPages } from './prerender-pages.ts'

const compressible = /\.(js|css|svg|json)$/
const worthCompressing = 1024

/**
 * Builds the browser's files unless they are up to date. If the build fails, the older files stay in use.
 * @param say prints a line for the operator
 * @throws StartError if there are none and they can't be built
 */
export async function ensureBundle(say: (line: string) => void): Promise<void> {
  if (!isBundleStale()) return
  say('Building the pages …')
  const temporary = `${bundleFolder}.${process.pid}.tmp`
  try {
    const { build } = await import('vite')
    const outDir = { outDir: temporary, emptyOutDir: true }
    await build({ configFile: join(webFolder, 'vite.config.ts'), logLevel: 'silent', build: outDir })
    await prerenderPages(webFolder, temporary)
    await compress(temporary)
    await replaceFolder(temporary)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 3).join(' ') : 'unknown error'
    if (modifiedAt(join(bundleFolder, 'index.html')) === null) {
      throw new StartError(`Could not build the pages (${reason}). Run npm ci and start again.`, { cause: error })
    }
    say(`Could not build the pages (${reason}). The older pages are served instead.`)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** All or nothing: a crash in the middle of a build leaves the old files, or none. */
async function replaceFolder(temporary: string): Promise<void> {
  await rm(bundleFolder, { recursive: true, force: true })
  await rename(temporary, bundleFolder).catch((error: unknown) => {
    // Another start was a moment faster with the same files.
    if (!existsSync(join(bundleFolder, 'index.html'))) throw error
  })
}

/** Compressed once, so that no request has to. */
async function compress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((each) => compressible.test(each))) {
    const path = join(folder, name)
    const bytes = await readFile(path)
    if (bytes.length < worthCompressing) continue
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes))
  }
}
