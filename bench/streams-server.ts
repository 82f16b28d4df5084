/** The whole server over a scripted model, as a process of its own: `streams-server.ts MODEL-ADDRESS FOLDER`. */
import { startServedApp } from '../apps/server/src/testing/served-app.ts'

const [baseUrl = '', folder = null] = process.argv.slice(2)
const served = await startServedApp({ provider: 'openai-compatible', model: 'scripted', base_url: baseUrl }, folder, {
  // All chats are begun before any is answered, which takes long on a busy machine.
  PARLANCE_TURN_TIMEOUT_SECONDS: '3600',
})
// What is garbage at that moment belongs to no stream.
process.on('SIGUSR2', () => globalThis.gc?.())
console.log(served.url)
process.once('SIGTERM', () => void served.close().then(() => process.exit(0)))
