import '../compile-cache.mjs'
import { runTrain } from './run-train.ts'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.exitCode = await runTrain(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  signal: stop.signal,
})
