// Runs in a thread of the child. A running statement blocks the child's own event loop, so only another thread can
// notice that the parent process died and end the statement with it. This file is JavaScript, because a thread doesn't
// share the compile cache and would load the TypeScript compiler.
import { workerData } from 'node:worker_threads'

const parent = Number(workerData)

setInterval(() => {
  if (process.ppid !== parent || !isAlive(parent)) process.kill(process.pid, 'SIGKILL')
}, 500)

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
