import { resultFileName, saveFile } from '../file-name.ts'
import { embedFonts, pageFonts } from './embed-fonts.ts'
import { chartFont, withResolvedTokens } from './token-theme.ts'

/** Pixels of the picture per pixel on the screen. */
const pictureScale = 2

/**
 * Saves a drawn chart with its font, in the colors of the light theme, because pictures end up on paper.
 * @throws if the browser cannot make a picture of it
 */
export async function saveChart(svg: string, format: 'svg' | 'png', now = new Date()): Promise<void> {
  saveFile(format === 'svg' ? await wholeSvg(svg) : await pngOf(svg), resultFileName(now, format))
}

async function wholeSvg(svg: string): Promise<Blob> {
  const drawing = await embedFonts(withResolvedTokens(svg, plainColor), pageFonts(chartFont))
  return new Blob([drawing], { type: 'image/svg+xml' })
}

/** A drawn chart as a PNG, like the saved one. @throws if the browser cannot make a picture of it */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(await wholeSvg(svg))
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

/** A token's color in the light theme, in red, green and blue, which every program reads. */
function plainColor(token: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const probe = document.createElement('span')
  probe.style.colorScheme = 'light'
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
