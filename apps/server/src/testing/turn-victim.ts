import { startServedApp } from './served-app.ts'

/* A server process for tests that kill it. It serves a data folder with a model at an address, and prints its own
   address and an administrator's headers on one line. */
const [dataDir = '', modelUrl = ''] = process.argv.slice(2)
const app = await startServedApp({ provider: 'openai-compatible', model: 'slow', base_url: modelUrl }, dataDir)
process.stdout.write(`${JSON.stringify({ url: app.url, userId: app.userId, headers: app.headers })}\n`)
