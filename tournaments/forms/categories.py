"""The form of a category or prize group."""

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.utils.translation import gettext_lazy as _

from players.models import Person
from tournaments.forms.registering import ServiceForm
from tournaments.models import Category
from tournaments.services.categories import CATEGORY_FIELDS


class CategoryForm(ServiceForm):
    """What bounds a category; who belongs is computed."""

    class Meta:
        model = Category
        fields = CATEGORY_FIELDS
        help_texts = {
            "code": _("For narrow columns, such as S60 or U18."),
            "age_most": _("U18 of the youth championships: at most 17 on 1 January of the year."),
            "rating_most": _("The rating of the start list."),
            "federation": _("Three letters, if only its players compete."),
        }
        widgets = {"age_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sex"].required = False
        self.fields["sex"].choices = [("", _("all")), *Person.Sex.choices]  # type: ignore[attr-defined]
        self.helper = FormHelper()
        self.helper.form_tag = False

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in CATEGORY_FIELDS}
