import '../compile-cache.mjs'
import { ignoreClosedPipe } from './closed-pipe.ts'
import { runDoctor } from './run-doctor.ts'

ignoreClosedPipe(process.stdout, process.stderr)
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.exitCode = await runDoctor(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  signal: stop.signal,
})
