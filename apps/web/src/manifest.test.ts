import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const publicFolder = join(import.meta.dirname, '../public')
const manifestSchema = z.object({
  start_url: z.literal('/chat'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string() })),
})

it('the manifest names icons that exist in their stated sizes, so that browsers offer to install the app', () => {
  const text = readFileSync(join(publicFolder, 'manifest.webmanifest'), 'utf8')
  const { icons } = manifestSchema.parse(JSON.parse(text))
  expect(icons.filter(({ src }) => !existsSync(join(publicFolder, src)))).toEqual([])
  const images = icons.filter(({ sizes }) => sizes !== 'any')
  expect(images.map(({ src }) => sizeOf(join(publicFolder, src)))).toEqual(images.map(({ sizes }) => sizes))
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
})

/** The size of a PNG, which its header states. */
function sizeOf(file: string): string {
  const header = readFileSync(file)
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`
}
