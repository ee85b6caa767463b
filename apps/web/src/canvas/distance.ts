import { createContext } from 'react';

export type Distance = 'near' | 'titles' | 'blocks';

/** From afar a card is its title, from farther a plain block; texts that nobody can read are not drawn. */
export function distanceOf([, , zoom]: readonly [number, number, number]): Distance {
  return zoom < 0.3 ? 'blocks' : zoom < 0.5 ? 'titles' : 'near';
}

/** How far the canvas is seen from; changes only where the way of drawing does. */
export const DistanceContext = createContext<Distance>('near');
