import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAddress } from '#web/lib/address/use-address.ts'
import { integrationsSearch } from '../integrations-search.ts'

export const galleryId = 'available'

/** Scrolls to the gallery at the end of the page. On touch devices it focuses no field, because the keyboard would cover it. */
export const goToGallery = (): void => {
  const gallery = document.getElementById(galleryId)
  const field = gallery?.querySelector<HTMLElement>('input[type=search]')
  gallery?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  const target = window.matchMedia('(pointer: coarse)').matches ? gallery : field
  target?.focus({ preventScroll: true })
}

/** Scrolls there when the address contains its hash, once everything above it is loaded. */
export const useWayToGallery = (isReady: boolean): void => {
  const isAddressed = useLocation({ select: ({ hash }) => hash === galleryId })
  const { change } = useAddress(integrationsSearch)
  useEffect(() => {
    if (!isAddressed || !isReady) return
    goToGallery()
    // Removes the hash, so that the same link works again.
    change({})
  })
}
