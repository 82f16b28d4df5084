/** Runs in its own thread and watches the main thread, which can't notice that it is blocked. */
import { readFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import { createBlockMeter } from './block-meter.ts'
import type { WatchdogLimits } from '../config/config.ts'

/** The main thread's data for its watchdog. */
export interface WatchdogData extends WatchdogLimits {
  intervalMs: number
  /** Milliseconds that the main thread has to answer and to exit. */
  answerMs: number
  /** The main thread counts up here while it isn't blocked. */
  beats: Int32Array
}

/** Requests a restart: EX_SOFTWARE of sysexits.h. */
const exitCode = 70
const ticksPerSecond = 100

const { beats, intervalMs, answerMs, ...limits } = workerData as WatchdogData
const meter = createBlockMeter(limits, intervalMs)

const timer = setInterval(() => {
  const reason = meter({ beats: Atomics.load(beats, 0), wallMs: performance.now(), cpuMs: mainThreadCpuMs() })
  if (reason === null) return
  clearInterval(timer)
  endProcess(reason)
}, intervalMs)

/** Linux reports each thread. Elsewhere the processor time of the whole process is the upper bound: see the meter. */
function mainThreadCpuMs(): number {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    // The thread's name, in parentheses, may contain anything. User and system time are fields 14 and 15 of the line.
    const [userTicks, systemTicks] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return ((Number(userTicks) + Number(systemTicks)) / ticksPerSecond) * 1000
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

/** Queries the main thread through the in-process inspector, which interrupts JavaScript and opens no port. */
function endProcess(reason: string): void {
  say(`Parlance is blocked: ${reason}. It exits with code ${exitCode} so that it can be restarted.`)
  setTimeout(kill, answerMs)
  try {
    const session = new Session()
    session.connectToMainThread()
    readStack(session, (stack) => {
      say(`The main thread was here:\n${stack}`)
      session.post('Runtime.evaluate', { expression: `process.reallyExit(${exitCode})` })
    })
  } catch (error) {
    say(`Could not read the stack of the main thread: ${String(error)}`)
    kill()
  }
}

function readStack(session: Session, onStack: (stack: string) => void): void {
  evaluate(session, stackExpression, (stack) => {
    if (stack !== '') return onStack(stack)
    // The stack is empty between two steps of an asynchronous loop, so the debugger waits for the next step.
    session.once('Debugger.paused', () => evaluate(session, stackExpression, onStack))
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })
}

function evaluate(session: Session, expression: string, onValue: (value: string) => void): void {
  session.post('Runtime.evaluate', { expression, returnByValue: true }, (_error, answer) =>
    onValue(String(answer?.result.value)),
  )
}

/** Runs on top of the blocked stack. The first two frames are its own. */
const stackExpression = `(() => {
  Error.stackTraceLimit = 100
  return new Error().stack.split('\\n').slice(3).join('\\n')
})()`

/** Native code that never returns can't be interrupted. */
function kill(): void {
  say('The main thread does not respond, because it is running native code. The watchdog kills the process.')
  process.kill(process.pid, 'SIGKILL')
}

/** A worker's console output would wait for the main thread. A log that can't be written must not save the process. */
function say(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // The next step ends the process in any case.
  }
}
