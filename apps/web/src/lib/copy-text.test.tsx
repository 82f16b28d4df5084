import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

describe('copying on a page without TLS', () => {
  const without = (execCommand: () => boolean) => {
    // Modules that load meanwhile read the browser's name.
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent })
    document.execCommand = execCommand
  }

  it('uses a selection, and leaves the focus where it was', async () => {
    const button = document.createElement('button')
    document.body.append(button)
    button.focus()
    let copied = ''
    without(() => {
      copied = document.querySelector('textarea')?.value ?? ''
      return true
    })
    await copyText('SELECT 1')
    expect(copied).toBe('SELECT 1')
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it('throws if the browser refuses', async () => {
    without(() => false)
    await expect(copyText('x')).rejects.toThrow('the browser refused to copy')
  })
})
