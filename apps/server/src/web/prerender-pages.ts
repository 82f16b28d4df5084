import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const entry = 'src/public-pages/render-pages.tsx'
const script = 'src/public-pages/script/main.ts'

interface PageAssets {
  script: string
  styles: string[]
  fonts: string[]
}

interface Renderer {
  renderPublicFiles: (assets: PageAssets) => { file: string; text: string }[]
}

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>

/** Those that the first paint of every page needs. */
const firstFonts = /\/(inter|geist-mono)-latin-wght-normal-/

/**
 * Writes the public pages into a built bundle: plain HTML files in `pages`, readable without scripts.
 * @param bundle the folder of the bundle, built with its manifest
 */
export async function prerenderPages(webFolder: string, bundle: string): Promise<void> {
  const folder = join(bundle, '.render')
  const { build } = await import('vite')
  await build({
    configFile: join(webFolder, 'vite.config.ts'),
    logLevel: 'silent',
    build: {
      ssr: join(webFolder, entry),
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { input: join(webFolder, entry), output: { entryFileNames: 'render.mjs' } },
    },
  })
  const { renderPublicFiles } = (await import(pathToFileURL(join(folder, 'render.mjs')).href)) as Renderer
  for (const { file, text } of renderPublicFiles(await assetsOf(bundle))) {
    await mkdir(dirname(join(bundle, file)), { recursive: true })
    await writeFile(join(bundle, file), text)
  }
  await rm(folder, { recursive: true })
}

async function assetsOf(bundle: string): Promise<PageAssets> {
  const manifest = JSON.parse(await readFile(join(bundle, '.vite/manifest.json'), 'utf8')) as Manifest
  const built = manifest[script]
  if (!built) throw new Error('The script of the public pages was not built.')
  const fonts = (built.assets ?? []).filter((file) => firstFonts.test(file))
  const address = (file: string) => `/${file}`
  return { script: address(built.file), styles: (built.css ?? []).map(address), fonts: fonts.map(address) }
}
