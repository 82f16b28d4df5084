import fastifyStatic from '@fastify/static'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebBundle } from '../http/build-http.ts'

const hashedName = /[\\/]assets[\\/]/

/** Serves a built bundle: hashed files for ever, everything else asked for again, the page for every unknown address. */
export function loadBundle(folder: string): WebBundle {
  const indexHtml = readFileSync(join(folder, 'index.html'), 'utf8')
  return {
    indexHtml,
    install: async (fastify) => {
      await fastify.register(fastifyStatic, {
        root: folder,
        wildcard: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        globIgnore: ['**/*.br', '**/*.gz', '**/index.html'],
        schemaHide: true,
        setHeaders: (reply, path) => {
          reply.header('cache-control', hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    },
    sendPage: (reply) =>
      reply.code(200).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(indexHtml),
  }
}
