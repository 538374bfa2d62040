"""The portal as a WSGI application."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
application = get_wsgi_application()
# What was loaded stays: a collection that looked through all of it again would hold one request up for a tenth of a
# second, and web workers that are forked from here would each have a copy of it.
gc.collect()
gc.freeze()
