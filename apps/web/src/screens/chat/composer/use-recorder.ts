import { useEffect, useRef, useState } from 'react'

const defaultType = 'audio/wav'
/**
 * In milliseconds. Speech takes about a quarter of a megabyte per minute, and a recording is sent and transcribed in
 * one piece.
 */
const longestRecording = 10 * 60_000
const cutText = 'A recording takes up to 10 minutes. This one was ended there and is attached.'
/** The types that the server reads, best first; a browser that supports none of them chooses its own. */
const wantedTypes = ['audio/webm', 'audio/mp4', 'audio/ogg']
const extensions: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }

interface RecorderOptions {
  /** `note` says why the recording ended early; null if it is complete. */
  onRecorded: (file: File, note: string | null) => Promise<void>
  onProblem: (text: string) => void
}

/** Records from the microphone until stopped; the recording becomes a file like any other. */
export function useRecorder({ onRecorded, onProblem }: RecorderOptions) {
  const [since, setSince] = useState<Date | null>(null)
  const [isAsking, setAsking] = useState(false)
  const recorder = useRef<MediaRecorder | null>(null)
  const limit = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      clearTimeout(limit.current)
      release(recorder.current)
    }
  }, [])

  const start = async () => {
    // Browsers offer no microphone without a secure connection.
    if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) {
      onProblem('This browser cannot record here. Recording needs a current browser and an https address.')
      return
    }
    setAsking(true)
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const wanted = wantedTypes.find((type) => MediaRecorder.isTypeSupported(type))
      const made = new MediaRecorder(stream, wanted === undefined ? {} : { mimeType: wanted })
      recorder.current = made
      if (left.current) {
        release(made)
        return
      }
      const pieces: Blob[] = []
      let isCut = false
      made.addEventListener('dataavailable', ({ data }) => pieces.push(data))
      made.addEventListener('stop', () => {
        release(made)
        clearTimeout(limit.current)
        setSince(null)
        if (left.current) return
        const file = fileOf(pieces, made.mimeType)
        if (file.size === 0) onProblem('Nothing was recorded. Check your microphone and try again.')
        else void onRecorded(file, isCut ? cutText : null)
      })
      made.start()
      setSince(new Date())
      limit.current = setTimeout(() => {
        isCut = true
        if (made.state === 'recording') made.stop()
      }, longestRecording)
    } catch (error) {
      onProblem(problemOf(error))
    } finally {
      setAsking(false)
    }
  }
  const stop = () => recorder.current?.state === 'recording' && recorder.current.stop()
  return { since, isAsking, toggle: () => (since === null ? void start() : stop()) }
}

function fileOf(pieces: Blob[], mimeType: string): File {
  const type = mimeType.split(';')[0] || defaultType
  return new File(pieces, `recording.${extensions[type] ?? 'wav'}`, { type })
}

/** Releases the microphone, so that the browser no longer shows it as in use. */
function release(recorder: MediaRecorder | null): void {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop()
}

function problemOf(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return 'The microphone is blocked for this site. Allow it in the browser’s address bar, then record again.'
  }
  if (name === 'NotFoundError') return 'No microphone was found. Connect one, or type your question.'
  if (name === 'NotReadableError') {
    return 'The microphone is in use by another program. Close that program, then record again.'
  }
  return 'The recording could not be started. Type your question instead.'
}
