/** Runs the whole server with a scripted model as a separate process: `streams-server.ts MODEL-ADDRESS FOLDER`. */
import { startServedApp } from '../apps/server/src/testing/served-app.ts'

const [baseUrl = '', folder = null] = process.argv.slice(2)
const served = await startServedApp({ provider: 'openai-compatible', model: 'scripted', base_url: baseUrl }, folder, {
  // All chats begin before any is answered, which takes long on a busy machine.
  PARLANCE_TURN_TIMEOUT_SECONDS: '3600',
})
// Garbage at that moment doesn't belong to any stream.
process.on('SIGUSR2', () => globalThis.gc?.())
console.log(served.url)
process.once('SIGTERM', () => void served.close().then(() => process.exit(0)))
