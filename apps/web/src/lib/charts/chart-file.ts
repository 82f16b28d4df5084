import { resultFileName, saveFile } from '../file-name.ts'
import { embedFonts, pageFonts } from './embed-fonts.ts'
import { chartFont, withResolvedTokens } from './token-theme.ts'

/** Pixels of the picture per pixel on the screen. */
const pictureScale = 2

/** Saves a drawn chart as it looks now, with its font embedded. @throws if the browser cannot make a picture of it */
export async function saveChart(svg: string, format: 'svg' | 'png', now = new Date()): Promise<void> {
  const drawing = await embedFonts(withResolvedTokens(svg, plainColor), pageFonts(chartFont))
  const whole = new Blob([drawing], { type: 'image/svg+xml' })
  saveFile(format === 'svg' ? whole : await pictureOf(whole), resultFileName(now, format))
}

async function pictureOf(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * pictureScale
    canvas.height = image.naturalHeight * pictureScale
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png')
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A token's color in red, green and blue, which every program reads. */
function plainColor(token: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  if (context === null) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? `rgb(${red},${green},${blue})` : `rgba(${red},${green},${blue},${(alpha / 255).toFixed(3)})`
}
