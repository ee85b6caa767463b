import './look/tokens.css';
import './look/base.css';
import './look/controls.css';
import './app/app.css';
import './palette/palette.css';
import './canvas/canvas.css';
import './drawer/drawer.css';
import './inspector/fields.css';
import './inspector/inspector.css';
import './pages/pages.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { connectToService } from './run/run-store.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');
connectToService();
createRoot(root).render(<App />);
