import process from 'node:process'

/**
 * Settings of glibc's allocator, which reads them when a process starts (mallopt(3)); other allocators ignore them. By
 * default, each thread has its own arena, which keeps most of its memory when the thread ends. And once a large buffer
 * was freed, the next ones lie in an arena instead of in pages that are returned.
 */
const settings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) }

/**
 * Starts this program again with these settings, as the same process. Does nothing if the environment has one of them,
 * if the process that started this one exchanges messages with it, or if the system isn't Linux.
 */
export function useLeanAllocator(): void {
  const { env, execPath, execArgv, argv, platform } = process
  if (platform !== 'linux' || process.connected || Object.keys(settings).some((name) => env[name] !== undefined)) return
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...settings })
}
