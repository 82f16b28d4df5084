import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Plugin } from 'rolldown'
import { packedFolder, packedProgram, programs, sourceState } from './packed-folder.ts'

/** Our own packages, and libraries of many small files. The other libraries stay where they are. */
const packedLibraries = [
  /^@parlance\//,
  /^(?:zod|kysely|jose|sql-formatter|ip-address|eventsource-parser|fastify|fastify-plugin|fastify-type-provider-zod)$/,
  /^@fastify\/(?!swagger)/,
  /^@modelcontextprotocol\//,
]
/** Running servers still load parts of the states that they started from. */
const keptStates = 5

/**
 * Packs the programs into few files, which takes Node half the time to load. Does nothing if the current sources are
 * packed. If it fails, programs run from their sources.
 * @param say prints a line for the operator
 */
export async function packPrograms(say: (line: string) => void, folder = packedFolder): Promise<void> {
  if (packedProgram('server', folder) !== null) return
  const temporary = join(folder, `${process.pid}.tmp`)
  // Read first, because a source may change in the meantime.
  const target = join(folder, sourceState())
  try {
    mkdirSync(folder, { recursive: true })
    await pack(temporary)
    await rename(temporary, target).catch((error: unknown) => {
      // Another start was a moment faster with the same sources.
      if (!existsSync(target)) throw error
    })
    await removeOldStates(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 3).join(' ') : 'unknown error'
    say(`Could not pack the server (${reason}). It starts from its sources, which takes longer.`)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function pack(folder: string): Promise<void> {
  const { build } = await import('rolldown')
  await build({
    input: { ...programs },
    platform: 'node',
    external: isLeftInPlace,
    plugins: [keepPlaces()],
    logLevel: 'silent',
    output: {
      dir: folder,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      // V8 keeps the text of every file, with two bytes for each character if one isn't ASCII.
      comments: false,
      minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
    },
  })
}

function isLeftInPlace(name: string): boolean {
  const library = /^(?:@[^/]+\/)?[^/.][^/]*/.exec(name)?.[0]
  return library !== undefined && !packedLibraries.some((packed) => packed.test(library))
}

const usedParser = 'polyglot.wasm'

/** A script that is started, a file that is packed, or how a source finds other files. */
const ownPlace = /new URL\('(\.[^']+\.(?:ts|wasm))', import\.meta\.url\)|import\.meta\.(url|dirname)/g

/**
 * Sources find other files by their own place, for example dictionaries, and packed files must find the same ones. A
 * thread or a process that they start is packed too.
 */
function keepPlaces(): Plugin {
  const placeOf = (path: string) => `../../${relative(dirname(packedFolder), path).split(sep).join('/')}`
  return {
    name: 'keep-places',
    async buildStart() {
      const { usedPolyglot } = await import('@parlance/sql/parse')
      this.emitFile({ type: 'asset', fileName: usedParser, source: usedPolyglot() })
    },
    transform(code, id) {
      if (!id.endsWith('.ts') || !code.includes('import.meta.')) return null
      return code.replaceAll(ownPlace, (_, path: string | undefined, kind: string | undefined) => {
        if (kind === 'url') return `new URL('${placeOf(id)}', import.meta.url).href`
        if (path === undefined) return `(import.meta.dirname + '/${placeOf(dirname(id))}')`
        if (path.endsWith('.wasm')) return `new URL('./${usedParser}', import.meta.url)`
        const script = resolve(dirname(id), path)
        const name = `${basename(dirname(script))}-${basename(script, '.ts')}.mjs`
        this.emitFile({ type: 'chunk', id: script, fileName: name })
        return `new URL('./${name}', import.meta.url)`
      })
    },
  }
}

async function removeOldStates(folder: string): Promise<void> {
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const states = readdirSync(folder).map((name) => join(folder, name))
  const old = states.toSorted((a, b) => age(b) - age(a)).slice(keptStates)
  for (const state of old) await rm(state, { recursive: true, force: true })
}
