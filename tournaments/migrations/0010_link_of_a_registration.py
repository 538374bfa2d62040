from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0009_moves_of_games"),
    ]

    operations = [
        migrations.RenameField("registration", "token_sha256", "link_nonce"),
    ]
