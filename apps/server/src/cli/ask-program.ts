import { ignoreClosedPipe } from './closed-pipe.ts'
import { runAsk } from './run-ask.ts'

/** Answers the question of the command line. Sets the exit status of the process. */
export async function run(): Promise<void> {
  ignoreClosedPipe(process.stdout, process.stderr)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.exitCode = await runAsk(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    signal: stop.signal,
  })
}
